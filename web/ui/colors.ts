/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [number, number, number];

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];

/** The contrast that WCAG 2.2 requires of texts (1.4.3). */
const TEXT_CONTRAST = 4.5;

/** The contrast that WCAG 2.2 requires of controls and focus rings (1.4.11). */
export const CONTROL_CONTRAST = 3;

const HEX = /^#(?:([0-9a-f])([0-9a-f])([0-9a-f])|([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))$/i;

/** Reads `#` with three or six hexadecimal digits; undefined for anything else. */
export function readColor(text: string): Rgb | undefined {
  const found = HEX.exec(text)
    ?.slice(1)
    .filter((part) => part !== undefined);
  const [red, green, blue] = (found ?? []).map((part) => Number.parseInt(part.padEnd(2, part), 16));
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [red, green, blue];
}

/** `#` with six hexadecimal digits. */
export function writeColor(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** How far two colours stand apart, from 1 to 21, as WCAG 2.2 reckons it. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** A colour between two; a share of 0 is the first, of 1 the second. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  return [part(0), part(1), part(2)];
}

/**
 * Black or white, whichever stands further from a ground. It is never nearer than 4.58, the square
 * root of 21: what is too near to one of the two is that far from the other.
 */
export function inkOn(ground: Rgb): Rgb {
  return contrast(ground, BLACK) >= contrast(ground, WHITE) ? BLACK : WHITE;
}

/** Fine enough that no step shows more than it must. */
const STEPS = 64;

/**
 * The colour nearest to a wanted one, on its way to the ink of the first ground, that stands as far from
 * every ground as asked. The ink itself where even the last step does not.
 */
export function readableOn(
  wantedColor: Rgb,
  grounds: readonly [Rgb, ...Rgb[]],
  least: number = TEXT_CONTRAST,
): Rgb {
  const ink = inkOn(grounds[0]);
  for (let step = 0; step < STEPS; step += 1) {
    const shifted = mix(wantedColor, ink, step / STEPS);
    if (grounds.every((ground) => contrast(shifted, ground) >= least)) return shifted;
  }
  return ink;
}
