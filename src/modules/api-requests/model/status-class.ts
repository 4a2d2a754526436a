/** What calls are filtered by: whether they were done, refused, or failed here. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;

/** The first digit of an answer's status. */
export type StatusClass = (typeof STATUS_CLASSES)[number];
