/** The language of these texts, by which numbers and times are written, and in which direction they are read. */
export const LANGUAGE: string = 'ar';
/** Latin digits, so that a payer can compare amounts with what the wallet says. */
export const LOCALE: string = 'ar-u-nu-latn';
export const DIRECTION: 'ltr' | 'rtl' = 'rtl';
