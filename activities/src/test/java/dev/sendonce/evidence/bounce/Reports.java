package dev.sendonce.evidence.bounce;

import static dev.sendonce.evidence.Questions.MESSAGE_ID;
import static dev.sendonce.evidence.Questions.SEND_ID;

import java.nio.charset.StandardCharsets;

/** Delivery reports as servers write them, with parts that tests replace. */
final class Reports {
  static final String DOMAIN = "bounce.example.org";

  String from = "MAILER-DAEMON@mx.example.net";
  String to = "b+" + SEND_ID + ".1@" + DOMAIN;
  String deliveredTo = "";
  String contentType =
      """
      multipart/report; report-type=delivery-status;
      	boundary="4jcz.1/mx.example.net\"""";
  String envelopeId = "";
  String reportingMta = "Reporting-MTA: dns; mx.example.net\n";
  String recipient =
      """
      Final-Recipient: rfc822; ann@example.net
      Original-Recipient: rfc822;ann@example.net
      """;
  String action = "failed";
  String status = "5.1.1";
  String returned =
      "Return-Path: <b+"
          + SEND_ID
          + ".1@"
          + DOMAIN
          + ">\nMessage-ID: "
          + MESSAGE_ID
          + "\nX-Sendonce-Id: "
          + SEND_ID
          + "\nSubject: Invoice\n";

  static Reports postfix() {
    return new Reports();
  }

  byte[] bytes() {
    return text().replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
  }

  String text() {
    return "Return-Path: <>\n"
        + (deliveredTo.isEmpty() ? "" : "Delivered-To: " + deliveredTo + "\n")
        + "From: "
        + from
        + "\nTo: "
        + to
        + "\nSubject: Undelivered Mail Returned to Sender\nAuto-Submitted: auto-replied\n"
        + "MIME-Version: 1.0\nContent-Type: "
        + contentType
        + "\n\nThis is a MIME-encapsulated message.\n\n"
        + "--4jcz.1/mx.example.net\nContent-Type: text/plain; charset=us-ascii\n\n"
        + "This is the mail system at host mx.example.net.\n\n"
        + "--4jcz.1/mx.example.net\nContent-Type: message/delivery-status\n\n"
        + reportingMta
        + (envelopeId.isEmpty() ? "" : "Original-Envelope-Id: " + envelopeId + "\n")
        + "X-Postfix-Queue-ID: 4jczrT1qlmz1SC8k\n\n"
        + recipient
        + (action.isEmpty() ? "" : "Action: " + action + "\n")
        + (status.isEmpty() ? "" : "Status: " + status + "\n")
        + "Diagnostic-Code: smtp; 550 5.1.1 no such user\n\n"
        + "--4jcz.1/mx.example.net\nContent-Type: text/rfc822-headers\n\n"
        + returned
        + "\n--4jcz.1/mx.example.net--\n";
  }
}
