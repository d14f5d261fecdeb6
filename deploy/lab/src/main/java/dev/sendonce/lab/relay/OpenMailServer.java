package dev.sendonce.lab.relay;

import com.icegreen.greenmail.Managers;
import com.icegreen.greenmail.imap.AuthorizationException;
import com.icegreen.greenmail.imap.ImapHostManager;
import com.icegreen.greenmail.server.AbstractServer;
import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.user.UserException;
import com.icegreen.greenmail.user.UserManager;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An IMAP server at which every address is a user: its account, with INBOX and Sent, comes into
 * being when mail arrives for it or somebody logs in with it.
 */
final class OpenMailServer extends GreenMail {
  private Optional<String> password = Optional.empty();
  private Consumer<GreenMailUser> onAccount = user -> {};

  OpenMailServer(ServerSetup setup) {
    super(setup);
  }

  /** From now on logins need this password; without one any will do. */
  void require(Optional<String> onlyPassword) {
    this.password = onlyPassword;
  }

  /** Whom to tell of each new account. */
  void onAccount(Consumer<GreenMailUser> listener) {
    this.onAccount = listener;
  }

  /** The account of an address, made when it is not there yet. */
  GreenMailUser account(String address) throws UserException {
    synchronized (this) {
      UserManager users = getUserManager();
      GreenMailUser user = users.getUser(address);
      return user == null ? users.createUser(address, address, "") : user;
    }
  }

  /** Called by the constructor of the superclass, before any field of this class is set. */
  @Override
  protected Map<String, AbstractServer> createServices(ServerSetup[] setups, Managers ignored) {
    managers = new OpenManagers();
    return super.createServices(setups, managers);
  }

  private final class OpenManagers extends Managers {
    private final UserManager users = new OpenUsers(getImapHostManager());

    @Override
    public UserManager getUserManager() {
      return users;
    }
  }

  private final class OpenUsers extends UserManager {
    OpenUsers(ImapHostManager folders) {
      super(folders);
    }

    @Override
    public GreenMailUser createUser(String email, String login, String secret)
        throws UserException {
      GreenMailUser user = super.createUser(email, login, secret);
      try {
        getImapHostManager().createMailbox(user, ImapFront.SENT);
      } catch (FolderException | AuthorizationException e) {
        throw new UserException("no Sent folder for a new account", e);
      }
      onAccount.accept(user);
      return user;
    }

    @Override
    public boolean test(String login, String secret) {
      if (password.isPresent() && !password.get().equals(secret)) {
        return false;
      }
      try {
        return account(login) != null;
      } catch (UserException e) {
        return false;
      }
    }
  }
}
