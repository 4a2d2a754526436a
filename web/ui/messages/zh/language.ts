/** The language of these texts, by which numbers and times are written, and in which direction they are read. */
export const LANGUAGE: string = 'zh';
export const LOCALE: string = 'zh-CN';
export const DIRECTION: 'ltr' | 'rtl' = 'ltr';
