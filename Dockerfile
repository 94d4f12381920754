# The service as a static program on a small image that has wget for the health
# check and nothing else of note. Without INCIDENTGRAPH_NEO4J_URI it keeps the
# shipped library and what is loaded in /data.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -o /out/incidentgraph ./cmd/incidentgraph && mkdir /out/data

FROM busybox:1.37-musl
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/incidentgraph /usr/local/bin/
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
ENV INCIDENTGRAPH_LISTEN=0.0.0.0:8080 XDG_DATA_HOME=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD wget -q -O /dev/null http://127.0.0.1:8080/healthz
ENTRYPOINT ["/usr/local/bin/incidentgraph"]
CMD ["serve"]
