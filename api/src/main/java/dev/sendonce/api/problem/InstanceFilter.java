package dev.sendonce.api.problem;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;

/** Fills in where a problem occurred: the path of the request, without its query. */
final class InstanceFilter implements ContainerResponseFilter {
  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (response.getEntity() instanceof Problem problem && problem.instance() == null) {
      response.setEntity(problem.at(request.getUriInfo().getRequestUri().getRawPath()));
    }
  }
}
