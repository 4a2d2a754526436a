/** The specification's shortest password. */
export const PASSWORD_CHARS_MIN = 8;

/** The specification's longest password. */
export const PASSWORD_CHARS_MAX = 100;
