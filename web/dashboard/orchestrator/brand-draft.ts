import { BRAND_COLORS } from '../../ui/brand-style.ts';
import { readColor } from '../../ui/colors.ts';

/** The files that a branding may name. */
const BRAND_PATHS = ['logoPath', 'termsPath', 'privacyPath'] as const;

type BrandText = (typeof BRAND_COLORS)[number] | (typeof BRAND_PATHS)[number];

/** What is written of a branding; empty is not set. */
export type BrandDraft = Readonly<Record<BrandText, string>> & {
  readonly displayRequestBranding: boolean;
};

type Stored = Readonly<Partial<Record<BrandText, string>>> & {
  readonly displayRequestBranding: boolean;
};

/** A branding as its form shows it. */
export function brandDraftOf(stored: Stored | undefined): BrandDraft {
  const text = (name: BrandText) => stored?.[name] ?? '';
  return {
    pageBackgroundColor: text('pageBackgroundColor'),
    cardBackgroundColor: text('cardBackgroundColor'),
    primaryActionColor: text('primaryActionColor'),
    primaryTextColor: text('primaryTextColor'),
    secondaryTextColor: text('secondaryTextColor'),
    logoPath: text('logoPath'),
    termsPath: text('termsPath'),
    privacyPath: text('privacyPath'),
    displayRequestBranding: stored?.displayRequestBranding ?? false,
  };
}

/** A form as the API is sent it: what is empty is left out. */
export function brandingOf(draft: BrandDraft): Stored {
  const set = [...BRAND_COLORS, ...BRAND_PATHS].flatMap((name) => {
    const text = draft[name].trim();
    return text === '' ? [] : [[name, text] as const];
  });
  return { ...Object.fromEntries(set), displayRequestBranding: draft.displayRequestBranding };
}

/** The colours that can be read, for the preview: one that is still being typed counts as not set. */
export function colorsOf(
  draft: BrandDraft,
): Partial<Record<(typeof BRAND_COLORS)[number], string>> {
  const readable = BRAND_COLORS.filter((name) => isColor(draft[name]));
  return Object.fromEntries(readable.map((name) => [name, draft[name].trim()]));
}

/** Whether a text is a colour; an empty one is none. */
export function isColor(text: string): boolean {
  return readColor(text.trim()) !== undefined;
}
