/** Settings that were renamed, by their earlier names. Ignoring one would change what an installation does. */
export const RENAMED_SETTINGS: Readonly<Record<string, string>> = {
  WEBHOOK_TELL_REVERSIONS: 'WEBHOOK_SEND_REVERSIONS',
  WEBHOOK_TELL_OUTSTANDING_FEES: 'WEBHOOK_SEND_OUTSTANDING_FEES',
};
