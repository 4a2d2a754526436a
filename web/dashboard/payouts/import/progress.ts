/** How far something was when it was asked. */
export interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** The newest samples say how fast it is now. */
const SAMPLES_MAX = 15;

/** Adds what was just seen; what did not move adds nothing but its time. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && last.atMs >= sample.atMs) return samples;
  return [...samples, sample].slice(-SAMPLES_MAX);
}

/** How fast something goes and how long it still takes; undefined until two samples say so. */
export function paceOf(
  samples: readonly Sample[],
  total: number,
): { readonly perSecond: number; readonly secondsLeft: number } | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const seconds = (last.atMs - first.atMs) / 1_000;
  const done = last.done - first.done;
  if (seconds <= 0 || done <= 0) return undefined;
  const perSecond = done / seconds;
  return { perSecond, secondsLeft: Math.ceil((total - last.done) / perSecond) };
}
