package dev.sendonce.lab.engines;

import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Reads a mailbox through IMAP, to see what a person would see. */
public final class ImapBox {
  private ImapBox() {}

  /**
   * The raw messages of a folder.
   *
   * @param url with user and password
   */
  public static List<byte[]> messages(String url, String folderName)
      throws MessagingException, IOException {
    URI uri = URI.create(url);
    String[] login = uri.getRawUserInfo().split(":", 2);
    return messages(uri, decode(login[0]), decode(login[1]), folderName);
  }

  /** The raw messages of a folder of another user of the same server. */
  public static List<byte[]> messages(URI server, String user, String password, String folderName)
      throws MessagingException, IOException {
    List<byte[]> raw = new ArrayList<>();
    Session session = Session.getInstance(new Properties());
    try (Store store = session.getStore("imap")) {
      store.connect(server.getHost(), server.getPort(), user, password);
      try (Folder folder = store.getFolder(folderName)) {
        folder.open(Folder.READ_ONLY);
        for (Message message : folder.getMessages()) {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          message.writeTo(bytes);
          raw.add(bytes.toByteArray());
        }
      }
    }
    return raw;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
