package dev.sendonce.lab.mongo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The embedded MongoDB as a process. Prints {@code listening on mongodb://…} once it serves; ends
 * on SIGTERM after the command at work. While it holds more than it is good for, a file beside the
 * store says so.
 */
@Command(
    name = "embedded-mongo",
    mixinStandardHelpOptions = true,
    description = "A MongoDB server on one file, for trials and tests.")
public final class EmbeddedMongoMain implements Callable<Integer> {
  /** Appended to the name of the store: the file that holds the notice, while there is one. */
  public static final String NOTICE_SUFFIX = ".notice";

  @Spec private CommandSpec spec;

  @Option(names = "--file", required = true, description = "the store; created when missing")
  private Path file;

  @Option(names = "--port", defaultValue = "27017", description = "default: ${DEFAULT-VALUE}")
  private int port;

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "default: ${DEFAULT-VALUE}")
  private String host;

  /** Runs until the process is told to end. */
  public static void main(String[] arguments) {
    // The library logs whole documents with its errors; what people must know is printed here.
    System.setProperty("logback.configurationFile", "dev/sendonce/lab/logback-quiet.xml");
    System.exit(new CommandLine(new EmbeddedMongoMain()).execute(arguments));
  }

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    EmbeddedMongo mongo;
    try {
      mongo = EmbeddedMongo.start(file, host, port);
    } catch (IOException e) {
      spec.commandLine().getErr().println("embedded-mongo: " + e.getMessage());
      return 1;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(mongo::close, "close-store"));
    out.println("listening on " + mongo.uri());
    out.flush();
    watch(mongo);
    return 0;
  }

  /** Keeps the notice file true: people who start this process look there. */
  private void watch(EmbeddedMongo mongo) throws InterruptedException {
    Path noticeFile = Path.of(file + NOTICE_SUFFIX);
    CountDownLatch never = new CountDownLatch(1);
    do {
      Optional<String> notice = mongo.capacity().notice();
      try {
        if (notice.isPresent()) {
          Files.writeString(noticeFile, notice.get());
        } else {
          Files.deleteIfExists(noticeFile);
        }
      } catch (IOException e) {
        spec.commandLine().getErr().println(noticeFile + " cannot be written: " + e.getMessage());
      }
    } while (!never.await(1, TimeUnit.MINUTES));
  }
}
