import { defineConfig } from 'vite';
import { licenses } from './licenses.ts';

// File names are fixed, without hashes: the build is committed and compared with a fresh
// one, and the server tells browsers by ETag whether what they have is still right.
const names = {
  entryFileNames: 'assets/[name].js',
  chunkFileNames: 'assets/[name].js',
  assetFileNames: 'assets/[name][extname]',
};

const gather = licenses();

export default defineConfig({
  base: './', // works below any path of a proxy
  build: {
    target: 'es2022',
    assetsInlineLimit: 0, // the page's policy allows no data: URL for fonts
    chunkSizeWarningLimit: 4096,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: names,
      onLog(level, log, pass) {
        // "use client" means nothing in a page without a server of its own.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') pass(level, log);
      },
    },
  },
  plugins: [gather.page()],
  worker: {
    format: 'es',
    plugins: () => [gather.worker()],
    // Each worker is a build of its own: one file, or their chunks would meet by name.
    rolldownOptions: { output: { entryFileNames: 'assets/[name].js', codeSplitting: false } },
  },
});
