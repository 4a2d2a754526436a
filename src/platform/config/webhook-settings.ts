import type { Config } from './config.ts';
import type { Settings } from './schema.ts';

const FIVE_DAYS_SECONDS = 432_000;
const QUARTER_DAYS = 90;
const DAY_MS = 86_400_000;

/** How webhooks are sent and kept, and who manages them. */
export function webhooksOf(settings: Settings, mode: Config['mode']) {
  const sandbox = mode === 'sandbox';
  return {
    webhookTimeoutMs: settings.WEBHOOK_TIMEOUT_MS ?? 5_000,
    webhookPrivateAddresses: settings.WEBHOOK_PRIVATE_ADDRESSES ?? (sandbox ? 'allow' : 'refuse'),
    webhookSecondHeaderFamily: settings.WEBHOOK_SECOND_HEADER_FAMILY,
    webhookStandardHeaders: settings.WEBHOOK_STANDARD_HEADERS !== 'no',
    webhookSwitchOffAfterMs:
      (settings.WEBHOOK_SWITCH_OFF_AFTER_SECONDS ?? FIVE_DAYS_SECONDS) * 1000,
    webhookDeliveryRetentionMs: (settings.WEBHOOK_DELIVERY_RETENTION_DAYS ?? QUARTER_DAYS) * DAY_MS,
    webhookProcessorPrefix: settings.WEBHOOK_PROCESSOR_PREFIX ?? 'service',
    webhookSendReversions: settings.WEBHOOK_SEND_REVERSIONS === 'yes',
    webhookVariants: settings.WEBHOOK_VARIANTS !== 'no',
    webhookSendOutstandingFees: settings.WEBHOOK_SEND_OUTSTANDING_FEES === 'yes',
    webhookManagementProof:
      settings.WEBHOOK_MANAGEMENT_PROOF ?? (sandbox ? 'client_id' : 'session'),
  };
}
