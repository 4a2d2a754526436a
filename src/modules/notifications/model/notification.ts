/** Every reason for which something needs a person. */
export const NOTIFICATION_KINDS = [
  'webhook_disabled',
  'webhook_failing',
  'payment_held',
  'payment_reverted',
  'recurring_payout_paused',
  'recurring_payout_short',
  'payout_import_waiting',
  'payout_import_incomplete',
  'bank_payout_returned',
  'api_key_expiring',
  'network_late',
] as const;

/** Why something needs a person. */
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What can be a subject of a notification. */
export const SUBJECT_KINDS = [
  'webhook',
  'orchestrator_webhook',
  'request',
  'recurring_payout',
  'payout_import',
  'api_key',
  'network',
] as const;

/** What a notification is about. */
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** `error` where money or events are missing until somebody acts, `warn` where they soon may be. */
export type NotificationLevel = 'error' | 'warn';

/** Something that needs a person. */
export interface Notification {
  /** The same as long as the problem lasts. */
  readonly id: string;
  readonly kind: NotificationKind;
  readonly level: NotificationLevel;
  readonly message: string;
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
  /** Since when; null where that is not known. */
  readonly since: Date | null;
  /** When something happens by itself, such as the end of a key; null where nothing does. */
  readonly endsAt: Date | null;
}

/** Errors before warnings, each the newest first. */
export function compareNotifications(one: Notification, other: Notification): number {
  if (one.level !== other.level) return one.level === 'error' ? -1 : 1;
  return (other.since?.getTime() ?? 0) - (one.since?.getTime() ?? 0);
}
