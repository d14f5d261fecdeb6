/** Networks that fail on purpose between the parts of a deployment. */
package dev.sendonce.lab.proxy;
