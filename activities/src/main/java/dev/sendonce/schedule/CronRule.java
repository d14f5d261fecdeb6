package dev.sendonce.schedule;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.field.CronField;
import com.cronutils.model.field.CronFieldName;
import com.cronutils.model.field.expression.Always;
import com.cronutils.model.field.expression.And;
import com.cronutils.model.field.expression.Between;
import com.cronutils.model.field.expression.Every;
import com.cronutils.model.field.expression.FieldExpression;
import com.cronutils.model.field.expression.On;
import com.cronutils.model.field.value.FieldValue;
import com.cronutils.parser.CronParser;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A crontab(5) line of five fields. When both days are restricted, either is enough, as everywhere
 * in Unix; Temporal would want both, so it is given the lines and never the text.
 *
 * @param expression such as {@code 30 2 * * MON-FRI}
 */
public record CronRule(String expression) implements Rule {
  private static final int DAYS_OF_WEEK = 7;

  /** A number or a name. */
  private static final String VALUE = "(?:[0-9]{1,2}|[A-Za-z]{3})";

  private static final String ITEM = "(?:\\*|" + VALUE + "(?:-" + VALUE + ")?)(?:/[0-9]{1,2})?";
  private static final String FIELD = ITEM + "(?:," + ITEM + ")*";

  /** The library takes more than that, several lines in one among it, and fails on some of it. */
  private static final Pattern LINE =
      Pattern.compile("\\s*" + FIELD + "(?:\\s+" + FIELD + "){4}\\s*");

  /** Fails with {@link IllegalArgumentException} when it is no crontab line. */
  public CronRule {
    parsed(expression);
  }

  @Override
  public List<CalendarLine> lines() {
    Cron cron = parsed(expression);
    TreeSet<Integer> minutes = values(cron, CronFieldName.MINUTE);
    TreeSet<Integer> hours = values(cron, CronFieldName.HOUR);
    TreeSet<Integer> months = values(cron, CronFieldName.MONTH);
    TreeSet<Integer> days = values(cron, CronFieldName.DAY_OF_MONTH);
    TreeSet<Integer> weekdays =
        values(cron, CronFieldName.DAY_OF_WEEK).stream()
            .map(day -> day % DAYS_OF_WEEK)
            .collect(Collectors.toCollection(TreeSet::new));
    if (isAny(cron, CronFieldName.DAY_OF_MONTH) || isAny(cron, CronFieldName.DAY_OF_WEEK)) {
      return List.of(new CalendarLine(minutes, hours, days, months, weekdays));
    }
    return List.of(
        new CalendarLine(minutes, hours, days, months, all(cron, CronFieldName.DAY_OF_WEEK)),
        new CalendarLine(minutes, hours, all(cron, CronFieldName.DAY_OF_MONTH), months, weekdays));
  }

  private static Cron parsed(String expression) {
    if (!LINE.matcher(expression).matches()) {
      throw new IllegalArgumentException("'" + expression + "' is not five fields of crontab(5)");
    }
    return new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX))
        .parse(expression)
        .validate();
  }

  private static boolean isAny(Cron cron, CronFieldName name) {
    FieldExpression expression = cron.retrieve(name).getExpression();
    return expression instanceof Always
        || (expression instanceof Every every && every.getExpression() instanceof Always);
  }

  private static TreeSet<Integer> all(Cron cron, CronFieldName name) {
    return range(cron.retrieve(name));
  }

  private static TreeSet<Integer> values(Cron cron, CronFieldName name) {
    CronField field = cron.retrieve(name);
    return values(field.getExpression(), field);
  }

  private static TreeSet<Integer> values(FieldExpression expression, CronField field) {
    TreeSet<Integer> range = range(field);
    if (expression instanceof Always) {
      return range;
    }
    if (expression instanceof On on) {
      return new TreeSet<>(List.of(on.getTime().getValue()));
    }
    if (expression instanceof Between between) {
      return stepped(number(between.getFrom()), number(between.getTo()), 1);
    }
    if (expression instanceof And and) {
      TreeSet<Integer> values = new TreeSet<>();
      and.getExpressions().forEach(each -> values.addAll(values(each, field)));
      return values;
    }
    if (expression instanceof Every every) {
      return every(every, range);
    }
    throw new IllegalArgumentException("'" + expression.asString() + "' is not supported here");
  }

  private static TreeSet<Integer> every(Every every, TreeSet<Integer> range) {
    int period = every.getPeriod().getValue();
    if (every.getExpression() instanceof Between between) {
      return stepped(number(between.getFrom()), number(between.getTo()), period);
    }
    int first = every.getExpression() instanceof On on ? on.getTime().getValue() : range.first();
    return stepped(first, range.last(), period);
  }

  private static TreeSet<Integer> stepped(int first, int last, int step) {
    TreeSet<Integer> values = new TreeSet<>();
    for (int value = first; value <= last; value += step) {
      values.add(value);
    }
    return values;
  }

  private static int number(FieldValue<?> value) {
    return (Integer) value.getValue();
  }

  /** Sunday is 0 and 7; counted once. */
  private static TreeSet<Integer> range(CronField field) {
    int first = field.getConstraints().getStartRange();
    int last = field.getConstraints().getEndRange();
    TreeSet<Integer> range = new TreeSet<>();
    for (int value = first; value <= last; value++) {
      range.add(field.getField() == CronFieldName.DAY_OF_WEEK ? value % DAYS_OF_WEEK : value);
    }
    return range;
  }
}
