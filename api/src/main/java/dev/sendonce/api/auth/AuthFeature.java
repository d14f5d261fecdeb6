package dev.sendonce.api.auth;

import io.dropwizard.auth.AuthDynamicFeature;
import io.dropwizard.auth.AuthValueFactoryProvider;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import org.glassfish.jersey.server.filter.RolesAllowedDynamicFeature;

/** Asks for an API key wherever a resource method names a {@link Caller} or a role. */
public final class AuthFeature implements Feature {
  private final KeyAuthenticator authenticator;

  public AuthFeature(KeyAuthenticator authenticator) {
    this.authenticator = authenticator;
  }

  @Override
  public boolean configure(FeatureContext context) {
    context.register(
        new AuthDynamicFeature(
            new BearerFilter.Builder()
                .setAuthenticator(authenticator)
                .setAuthorizer(
                    (caller, role, request) -> caller.key().admin() && role.equals(Caller.ADMIN))
                .setRealm("sendonce")
                .setUnauthorizedHandler(new KeyNeeded())
                .buildAuthFilter()));
    context.register(RolesAllowedDynamicFeature.class);
    context.register(new AuthValueFactoryProvider.Binder<>(Caller.class));
    return true;
  }
}
