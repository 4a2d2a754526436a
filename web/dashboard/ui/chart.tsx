import type { ReactElement, ReactNode } from 'react';
import { chartMessages as messages } from '../messages/en-chart.ts';
import { Button } from './button.tsx';
import { csvOf } from './chart-csv.ts';
import { Plot, type PlottedSeries } from './plot.tsx';
import { saveText } from './save-text.ts';

/** A row of values with one for each day, drawn as numbers and shown exactly as texts. */
interface ChartSeries extends PlottedSeries {
  /** The exact values as the table and the file have them; empty where there is none. */
  readonly texts: readonly string[];
}

interface Props {
  readonly title: string;
  /** What the values are, such as `USDC` or `seconds`. */
  readonly unit: string;
  /** What the chart says, in a sentence; also read out instead of it. */
  readonly summary: string;
  /** Days in a row, as `2026-01-31`. */
  readonly dates: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly kind: 'bars' | 'lines';
  readonly top?: number;
  /** A value for the side of the drawing. */
  readonly format: (value: number) => string;
  /** The beginning of the name of the file. */
  readonly fileName: string;
  /** What is chosen for the chart, above it. */
  readonly choice?: ReactNode;
}

/** A chart with its unit, a summary in words, its numbers as a table and as a file. */
export function Chart(props: Props): ReactElement {
  const { title, unit, summary, dates, series, kind, top, format, fileName, choice } = props;
  const isEmpty = series.every(({ values }) => values.every((value) => value === null));
  const save = () => {
    const names = [messages.day, ...series.map(({ label }) => `${label} (${unit})`)];
    const rows = dates.map((date, i) => [date, ...series.map(({ texts }) => texts[i] ?? '')]);
    saveText(csvOf([names, ...rows]), {
      name: `${fileName}-${dates.at(0)}-${dates.at(-1)}.csv`,
      type: 'text/csv',
    });
  };
  return (
    <section className="grid min-w-0 content-start gap-3 rounded-xl border border-line bg-card p-4 sm:p-6">
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-muted">{summary}</p>
      </div>
      {choice}
      {isEmpty ? (
        <p className="py-8 text-center text-muted">{messages.empty}</p>
      ) : (
        <>
          <div className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
            <span>{messages.unit(unit)}</span>
            {series.length > 1 && <Key series={series} />}
          </div>
          <Plot {...{ summary, dates, series, kind, top, format }} />
          <div className="flex flex-wrap items-start justify-between gap-3">
            <Numbers {...{ title, unit, dates, series }} />
            <Button kind="quiet" onClick={save}>
              {messages.save}
              <span className="sr-only"> {title}</span>
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

const STROKES = ['border-accent border-solid', 'border-focus border-dashed'];

/** Which line is which. */
function Key({ series }: Pick<Props, 'series'>): ReactElement {
  return (
    <ul className="flex flex-wrap gap-x-4">
      {series.map(({ label }, i) => (
        <li key={label} className="flex items-center gap-2">
          <span aria-hidden="true" className={`w-6 border-t-2 ${STROKES[i] ?? ''}`} />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** The days that have any value. */
function Numbers({
  title,
  unit,
  dates,
  series,
}: Pick<Props, 'title' | 'unit' | 'dates' | 'series'>) {
  const shown = dates
    .map((date, i) => ({ date, texts: series.map(({ texts }) => texts[i] ?? '') }))
    .filter(({ texts }) => texts.some((text) => text !== ''))
    .reverse();
  return (
    <details className="min-w-0 flex-1 basis-60">
      <summary className="inline-flex min-h-11 items-center font-medium text-accent underline">
        {messages.table}
        <span className="sr-only"> {title}</span>
      </summary>
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 pr-4 font-medium">
              {messages.day}
            </th>
            {series.map(({ label }) => (
              <th key={label} scope="col" className="py-1 pr-4 text-right font-medium">
                {label} ({unit})
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ date, texts }) => (
            <tr key={date} className="border-t border-line">
              <th scope="row" className="py-1 pr-4 font-normal whitespace-nowrap">
                {date}
              </th>
              {series.map(({ label }, i) => (
                <td key={label} className="py-1 pr-4 text-right wrap-anywhere">
                  {texts[i]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
