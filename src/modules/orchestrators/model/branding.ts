/** The colours that may be set; what is derived from them is the page's affair. */
export const BRAND_COLORS = [
  'pageBackgroundColor',
  'cardBackgroundColor',
  'primaryActionColor',
  'primaryTextColor',
  'secondaryTextColor',
] as const;

/** The files that may be named. */
export const BRAND_PATHS = ['logoPath', 'termsPath', 'privacyPath'] as const;

/** A partner's style of the pay page; null is not set. */
export type BrandStyle = Readonly<
  Record<(typeof BRAND_COLORS)[number] | (typeof BRAND_PATHS)[number], string | null>
> & {
  /** Whether the page names the software that serves it. */
  readonly displayRequestBranding: boolean;
};

/** What is to be set; what is left out stays as it is. */
export type BrandingInput = {
  readonly [Name in keyof BrandStyle]?: NonNullable<BrandStyle[Name]> | undefined;
};

/** A style as it is stored. */
export interface Branding extends BrandStyle {
  readonly id: string;
  readonly orchestratorId: string;
  /** Null is the default of all platforms of the partner. */
  readonly clientIdId: string | null;
}

/** Nothing is set. */
export const PLAIN_STYLE: BrandStyle = {
  logoPath: null,
  pageBackgroundColor: null,
  cardBackgroundColor: null,
  primaryActionColor: null,
  primaryTextColor: null,
  secondaryTextColor: null,
  termsPath: null,
  privacyPath: null,
  displayRequestBranding: false,
};

/** A style with the given changes. */
export function applyBranding(style: BrandStyle, input: BrandingInput): BrandStyle {
  const set = (name: (typeof BRAND_COLORS)[number] | (typeof BRAND_PATHS)[number]) =>
    input[name] ?? style[name];
  return {
    logoPath: set('logoPath'),
    pageBackgroundColor: set('pageBackgroundColor'),
    cardBackgroundColor: set('cardBackgroundColor'),
    primaryActionColor: set('primaryActionColor'),
    primaryTextColor: set('primaryTextColor'),
    secondaryTextColor: set('secondaryTextColor'),
    termsPath: set('termsPath'),
    privacyPath: set('privacyPath'),
    displayRequestBranding: input.displayRequestBranding ?? style.displayRequestBranding,
  };
}

/** `#` with three or six hexadecimal digits. */
export const BRAND_COLOR = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

/** How long a path may be, in characters: far more than folders and names of files need. */
export const BRAND_PATH_CHARS_MAX = 256;

/**
 * Names below `/branding/`. A name starts with a letter or a digit and holds nothing that an address
 * would write otherwise, so no path leads out, is hidden or can be spelled in two ways.
 */
const NAME = '[A-Za-z0-9][A-Za-z0-9_~-]*(?:\\.[A-Za-z0-9_~-]+)*';
const below = (endings: string) =>
  new RegExp(`^/branding/(?:${NAME}/)*${NAME}\\.(?:${endings})$`, 'i');

/** Where a logo may be: a picture of points, because an SVG is a document that may hold script. */
export const LOGO_PATH = below('png|jpg|jpeg|webp|avif');

/** Where terms and privacy notice may be. */
export const LEGAL_PATH = below('html');
