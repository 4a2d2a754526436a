import type { ReactElement } from 'react';
import type { DayRange } from '../api/figures.ts';
import type { WebhookFigures } from '../api/shapes.ts';
import { byDate, datesOf, formatPercent, percentSeries } from '../home/figure-values.ts';
import { figureMessages } from '../messages/en-figures.ts';
import { Chart } from '../ui/chart.tsx';

const text = figureMessages.failures;

interface Props {
  readonly range: DayRange;
  readonly figures: WebhookFigures;
}

/** How often the receivers of webhooks did not take what they were sent, by days. */
export function FailureChart({ range, figures }: Props): ReactElement {
  const dates = datesOf(range);
  const rates = byDate(dates, figures.days, ({ failureRate }) => failureRate);
  return (
    <Chart
      title={text.title}
      unit="%"
      summary={
        figures.failureRate === null
          ? text.none
          : text.summary(formatPercent(figures.failureRate), figures)
      }
      dates={dates}
      series={[percentSeries(text.label, rates)]}
      kind="bars"
      top={10}
      format={(value) => `${value} %`}
      fileName="webhook-failures"
    />
  );
}
