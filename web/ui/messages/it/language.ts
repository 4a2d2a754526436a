/** The language of these texts, by which numbers and times are written, and in which direction they are read. */
export const LANGUAGE: string = 'it';
export const LOCALE: string = 'it';
export const DIRECTION: 'ltr' | 'rtl' = 'ltr';
/** How amounts are written, as `Intl` writes them, whose first use takes a slow phone longer than the rest of the first view. */
export const GROUP_SIGN: string = '.';
export const DECIMAL_SIGN: string = ',';
/** From how many digits on whole numbers are grouped. */
export const GROUPED_FROM: number = 5;
