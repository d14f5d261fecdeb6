package dev.sendonce.ledger;

import com.mongodb.MongoException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Bytes that come from MongoDB while they are read; one that does not answer is named as such. */
final class StoredBytes extends FilterInputStream {
  StoredBytes(InputStream stored) {
    super(stored);
  }

  @Override
  public int read() throws IOException {
    try {
      return super.read();
    } catch (MongoException e) {
      throw unavailable(e);
    }
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    try {
      return super.read(target, offset, length);
    } catch (MongoException e) {
      throw unavailable(e);
    }
  }

  private static LedgerUnavailableException unavailable(MongoException e) {
    return new LedgerUnavailableException("The message could not be read to its end.", e);
  }
}
