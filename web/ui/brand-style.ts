import {
  BLACK,
  CONTROL_CONTRAST,
  contrast,
  inkOn,
  mix,
  type Rgb,
  readableOn,
  readColor,
  WHITE,
  writeColor,
} from './colors.ts';

/** The colours that a brand may set, with what the API documents for those that it leaves out. */
const DEFAULTS = {
  pageBackgroundColor: '#f3f4f6',
  cardBackgroundColor: '#ffffff',
  primaryActionColor: '#00d395',
  primaryTextColor: '#475569',
  secondaryTextColor: '#94a3b8',
} as const;
type BrandColors = { readonly [Name in keyof typeof DEFAULTS]?: string };

/** The names of the colours that a brand may set. */
export const BRAND_COLORS = [
  'pageBackgroundColor',
  'cardBackgroundColor',
  'primaryActionColor',
  'primaryTextColor',
  'secondaryTextColor',
] as const;

/** The focus ring of `tokens.css`, where a brand leaves it readable. */
const FOCUS: Rgb = [0x1a, 0x5f, 0xd0];

/** As in `tokens.css`: a warning stands out from a brand, and so takes none of its colours. */
export const SIGNALS = {
  light: {
    '--warn-ground': '#fdf3d9',
    '--warn-line': '#e3c46f',
    '--warn-text': '#5a4105',
    '--stop-ground': '#fdeceb',
    '--stop-line': '#d8746d',
    '--stop-text': '#7c1a14',
  },
  dark: {
    '--warn-ground': '#33290f',
    '--warn-line': '#7d6522',
    '--warn-text': '#f3dfa6',
    '--stop-ground': '#3a1917',
    '--stop-line': '#8e433d',
    '--stop-text': '#ffc9c4',
  },
} as const;

/** The colours of a branded page, by the names that the style sheets use. */
export interface BrandPalette {
  readonly scheme: 'light' | 'dark';
  /** Of everything on the card. */
  readonly card: Readonly<Record<string, Rgb>>;
  /** Of what stands above and below the card. */
  readonly ground: {
    readonly text: Rgb;
    readonly focus: Rgb;
    readonly line: Rgb;
    readonly progress: Rgb;
  };
}

/** Near enough to the card to belong to it. */
const SOFT_SHARE = 0.04;
const LINE_SHARE = 0.14;
const PRESSED_SHARE = 0.14;

/** A tint of the card that leaves this much to its texts is taken; else it goes the other way. */
const SOFT_CONTRAST = 7;

/**
 * The palette of a brand; undefined where it sets no colour, or one that is none. Backgrounds and
 * the main button are as they were set; every text on them is shifted until it can be read.
 */
export function brandPalette(requestedColors: BrandColors): BrandPalette | undefined {
  if (BRAND_COLORS.every((name) => requestedColors[name] === undefined)) return undefined;
  const page = colorOf(requestedColors, 'pageBackgroundColor');
  const card = colorOf(requestedColors, 'cardBackgroundColor');
  const accent = colorOf(requestedColors, 'primaryActionColor');
  const text = colorOf(requestedColors, 'primaryTextColor');
  const muted = colorOf(requestedColors, 'secondaryTextColor');
  if (!(page && card && accent && text && muted)) return undefined;
  const ink = inkOn(card);
  const tint = mix(card, ink, SOFT_SHARE);
  const soft = contrast(tint, ink) >= SOFT_CONTRAST ? tint : mix(card, oppositeOf(ink), SOFT_SHARE);
  const onAccent = inkOn(accent);
  const accentLine = readableOn(accent, [card], CONTROL_CONTRAST);
  return {
    scheme: ink === BLACK ? 'light' : 'dark',
    card: {
      '--ground': page,
      '--card': card,
      '--accent': accent,
      '--text': readableOn(text, [card, soft]),
      '--muted': readableOn(muted, [card, soft]),
      '--on-accent': onAccent,
      '--accent-strong': mix(accent, oppositeOf(onAccent), PRESSED_SHARE),
      '--accent-line': accentLine,
      '--accent-edge': accentLine,
      '--line': mix(card, ink, LINE_SHARE),
      '--soft': soft,
      '--focus': readableOn(FOCUS, [card], CONTROL_CONTRAST),
    },
    ground: {
      text: readableOn(muted, [page]),
      focus: readableOn(FOCUS, [page], CONTROL_CONTRAST),
      line: mix(page, inkOn(page), LINE_SHARE),
      progress: readableOn(accent, [page], CONTROL_CONTRAST),
    },
  };
}

function colorOf(requestedColors: BrandColors, name: keyof typeof DEFAULTS): Rgb | undefined {
  return readColor(requestedColors[name] ?? DEFAULTS[name]);
}

function oppositeOf(ink: Rgb): Rgb {
  return ink === BLACK ? WHITE : BLACK;
}

/**
 * The style of a branded page, in light and in dark alike, because a brand names one palette.
 * Paper keeps the page's own: what is printed must be readable without a background.
 */
export function brandStyle(requestedColors: BrandColors): string | undefined {
  const palette = brandPalette(requestedColors);
  if (palette === undefined) return undefined;
  const { scheme, card, ground } = palette;
  const colors = Object.entries(card).map(([name, color]) => `${name}:${writeColor(color)}`);
  const signals = Object.entries(SIGNALS[scheme]).map(([name, color]) => `${name}:${color}`);
  const root = [`color-scheme:${scheme}`, ...colors, ...signals].join(';');
  const [text, focus] = [writeColor(ground.text), writeColor(ground.focus)];
  const [line, progress] = [writeColor(ground.line), writeColor(ground.progress)];
  const around = `color:${text};--text:${text};--muted:${text};--focus:${focus};--line:${line};--accent-line:${progress}`;
  return `@media screen{:root:root{${root}}body :is(footer,.merchant,#progress,.receipt-link){${around}}}`;
}
