import { type ReactElement, useEffect, useRef } from 'react';
import './keep-language-usable.ts';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** One line or row of bars, with a value for each day; null where there is none. */
export interface PlottedSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

interface Props {
  /** What is read out instead of the drawing. */
  readonly summary: string;
  /** As `2026-01-31`, one after another. */
  readonly dates: readonly string[];
  readonly series: readonly PlottedSeries[];
  readonly kind: 'bars' | 'lines';
  /** The largest value that is always shown; without it the drawing ends at the largest one of all. */
  readonly top?: number | undefined;
  /** A value with its unit, short enough for the side of the drawing. */
  readonly format: (value: number) => string;
}

const HEIGHT = 220;
/** Days between two marks below the drawing. */
const STEPS = [1, 2, 7, 14, 28, 56, 112];

/** The drawing of a chart: from zero on, in the colours of the scheme, as wide as its place. */
export function Plot(props: Props): ReactElement {
  const { summary, dates, series } = props;
  const place = useRef<HTMLDivElement>(null);
  // The colours of a canvas are no part of the style sheet: they are read from these elements when it is plotted.
  const colours = useRef<HTMLDivElement>(null);
  const plotted = useRef(props);
  plotted.current = props;
  const data = JSON.stringify([dates, series, props.kind]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `data` says when there is something else to draw
  useEffect(() => {
    const { current: element } = place;
    const { current: samples } = colours;
    if (element === null || samples === null) return;
    const colourOf = (name: string) => {
      const sample = samples.querySelector(`[data-colour="${name}"]`);
      return sample === null ? '' : getComputedStyle(sample).color;
    };
    const plot = new UPlot(
      optionsOf(plotted.current, colourOf, element),
      dataOf(plotted.current),
      element,
    );
    const resized = new ResizeObserver(() => {
      if (element.clientWidth > 0) plot.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    resized.observe(element);
    const redraw = () => plot.redraw(false, true);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', redraw);
    const chosen = new MutationObserver(redraw);
    chosen.observe(document.documentElement, { attributeFilter: ['data-scheme'] });
    return () => {
      resized.disconnect();
      chosen.disconnect();
      system.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [data]);
  return (
    <div role="img" aria-label={summary}>
      <div ref={colours} hidden>
        <span data-colour="first" className="text-accent" />
        <span data-colour="second" className="text-focus" />
        <span data-colour="text" className="text-muted" />
        <span data-colour="line" className="text-line" />
      </div>
      {/* Out of the flow, so that a drawing as wide as it was before holds no narrower page open. */}
      <div className="relative h-55">
        <div ref={place} aria-hidden="true" className="absolute inset-0 overflow-hidden" />
      </div>
    </div>
  );
}

function dataOf({ dates, series }: Props): UPlot.AlignedData {
  return [dates.map((_, i) => i), ...series.map(({ values }) => [...values])];
}

type ColourOf = (name: string) => string;

function optionsOf(
  { dates, series, kind, top, format }: Props,
  colourOf: ColourOf,
  element: HTMLElement,
): UPlot.Options {
  const axis: UPlot.Axis = {
    stroke: () => colourOf('text'),
    grid: { stroke: () => colourOf('line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  return {
    width: Math.max(1, element.clientWidth),
    height: HEIGHT,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: (_plot, min, max) => [min - 0.5, max + 0.5] },
      // Everything begins at zero, and an empty drawing still has a height.
      y: { range: (_plot, _min, max) => [0, Math.max(top ?? 0, (max ?? 0) * 1.05) || 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 64,
        size: 28,
        gap: 8,
        incrs: STEPS,
        values: (_plot, splits) => splits.map((at) => shortDate(dates[at])),
      },
      {
        ...axis,
        size: (_plot, values) =>
          Math.max(24, ...(values ?? []).map((text) => text.length * 7 + 14)),
        values: (_plot, splits) => splits.map((value) => format(value)),
      },
    ],
    series: [{}, ...series.map((one, i) => plottedSeries(one, { kind, place: i, colourOf }))],
  };
}

interface Plotted {
  readonly kind: Props['kind'];
  readonly place: number;
  readonly colourOf: ColourOf;
}

/** The second line is dashed, so that colour is not all that distinguishes them. */
function plottedSeries({ label }: PlottedSeries, { kind, place, colourOf }: Plotted): UPlot.Series {
  const stroke = () => colourOf(place === 0 ? 'first' : 'second');
  if (kind === 'bars') {
    const paths = UPlot.paths.bars?.({ size: [0.7, 48], radius: 0.1 });
    return { label, stroke, fill: stroke, points: { show: false }, ...(paths && { paths }) };
  }
  return {
    label,
    stroke,
    width: 2,
    spanGaps: true,
    points: { show: true, size: 5, stroke, fill: stroke },
    ...(place > 0 && { dash: [6, 4] }),
  };
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function shortDate(date: string | undefined): string {
  return date === undefined ? '' : day.format(Date.parse(`${date}T00:00:00Z`));
}
