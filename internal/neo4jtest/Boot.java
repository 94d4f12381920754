import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/**
 * Runs a throw-away Neo4j over the home folder that its one argument names,
 * configured by neo4j.conf in there. The first line of standard input is the
 * password for the user neo4j. When standard input ends, which it does when the
 * parent process is gone, the server ends and the home folder is removed; after
 * a SIGKILL the folder stays, to be started over again.
 */
public class Boot {
    public static void main(String[] args) {
        try {
            start(Path.of(args[0]));
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1); // threads of a server half started would keep the process alive
        }
    }

    private static void start(Path home) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in));
        var password = input.readLine();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(home)));
        endWith(input);

        var isNew = !Files.exists(home.resolve("data/databases/system")); // an import makes none
        var neo4j = new DatabaseManagementServiceBuilder(home)
                .loadPropertiesFromFile(home.resolve("neo4j.conf"))
                .build();
        if (isNew) {
            neo4j.database("system").executeTransactionally(
                    "ALTER USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED", Map.of("password", password));
        }
        System.out.println("Started.");
    }

    /** Ends this process, starting up or not, when the input does. */
    private static void endWith(BufferedReader input) {
        new Thread(() -> {
            try {
                while (input.readLine() != null) {}
            } catch (IOException e) {
                // It ended, be it badly.
            }
            System.exit(0);
        }).start();
    }

    private static void remove(Path folder) {
        try (var paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            System.err.println("removing " + folder + ": " + e);
        }
    }
}
