import { brandPalette } from '../../ui/brand-style.ts';
import { CONTROL_CONTRAST, contrast, type Rgb, readColor, writeColor } from '../../ui/colors.ts';

/** A pair of colours of the pay page: as it was set, and as the page shows it. */
interface Contrast {
  readonly what: 'text' | 'muted' | 'button' | 'line';
  /** Undefined where the page derives the colour by itself. */
  readonly asSet: number | undefined;
  readonly asShown: number;
  readonly shown: string;
  /** Whether it is readable as it was set, so that the page leaves it. */
  readonly isKept: boolean;
}

/** How readable a branding is, by the same rules as the pay page; undefined where it sets no colour. */
export function contrastsOf(
  colors: Parameters<typeof brandPalette>[0],
): readonly Contrast[] | undefined {
  const palette = brandPalette(colors);
  if (palette === undefined) return undefined;
  const { card: shown } = palette;
  const at = (name: string): Rgb => shown[name] ?? [0, 0, 0];
  const card = at('--card');
  const pair = (what: Contrast['what'], [name, ground]: readonly [string, Rgb], set?: string) => {
    const wanted = set === undefined ? undefined : readColor(set);
    const color = at(name);
    return {
      what,
      asSet: wanted && contrast(wanted, ground),
      asShown: contrast(color, ground),
      shown: writeColor(color),
      isKept: wanted === undefined || writeColor(wanted) === writeColor(color),
    };
  };
  return [
    pair('text', ['--text', card], colors.primaryTextColor),
    pair('muted', ['--muted', card], colors.secondaryTextColor),
    pair('button', ['--on-accent', at('--accent')]),
    pair('line', ['--accent-edge', card], colors.primaryActionColor),
  ];
}

/** What is asked of a pair. */
export function neededOf(what: Contrast['what']): number {
  return what === 'line' ? CONTROL_CONTRAST : TEXT_CONTRAST;
}

/** Of texts, by WCAG 2.2 AA. */
const TEXT_CONTRAST = 4.5;
