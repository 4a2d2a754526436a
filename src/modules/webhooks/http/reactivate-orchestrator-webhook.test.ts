import { describe } from 'vitest';
import { describePartnerWebhookSwitch } from '../../../../tests/support/partner-webhook-switch.ts';

describe('200, 401 and 404', () => {
  describePartnerWebhookSwitch({
    operationId: 'reactivateOrchestratorWebhook',
    opposite: 'deactivateOrchestratorWebhook',
    isActive: true,
  });
});
