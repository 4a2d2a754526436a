/** What does something that not every role may do: its page, its name there, and the endpoint that it calls. */
type Control = readonly [route: string, name: string, operation: string];

/** They are all there in a filled account. */
export const ROLE_CONTROLS: readonly Control[] = [
  ['/get-paid', 'Create a link', 'createSecurePayment'],
  ['/get-paid/new', 'Create the link', 'createSecurePayment'],
  ['/payments/$requestId', 'Add the note', 'addRequestNote'],
  ['/payouts', 'New payout', 'createPayoutLink'],
  ['/payouts', 'Pay from a file', 'createPayoutImport'],
  ['/payouts/new', 'Create the payout', 'createPayoutLink'],
  ['/payouts/import', 'Download a template', 'createPayoutImport'],
  ['/payouts/imports/$importId', 'Import another file', 'createPayoutImport'],
  ['/payouts/recurring', 'New recurring payout', 'createPayout'],
  ['/payouts/recurring/new', 'Create the recurring payout', 'createPayout'],
  ['/payouts/recurring/$recurringId', 'Stop it', 'updateRecurringPayout'],
  ['/payouts/payers', 'New payer', 'createPayer'],
  ['/profile', 'Save the profile', 'setMerchantProfile'],
  ['/profile', 'Remove', 'removeMerchantProfile'],
  ['/webhooks', 'Add it', 'createWebhook'],
  ['/webhooks', 'Send the test', 'testWebhook'],
  ['/webhooks', 'Switch off', 'toggleWebhook'],
  ['/webhooks', 'New secret', 'rotateWebhookSecretV1'],
  ['/webhooks', 'Remove', 'removeWebhook'],
  ['/webhooks/$webhookId', 'Send all failed ones again', 'replayWebhookV1'],
  ['/webhooks/$webhookId', 'Send again from then on', 'replayWebhookV1'],
  ['/keys', 'Create a key', 'createApiKey'],
  ['/keys', 'Replace', 'rotateApiKey'],
  ['/keys', 'Revoke', 'revokeApiKey'],
  ['/keys', 'Create a client ID', 'createClientIdV1'],
  ['/keys', 'Change', 'updateClientIdV1'],
  ['/destination', 'Use this destination', 'registerPayeeDestination'],
  ['/fees', 'Save this fee', 'createFeeConfig'],
  ['/fees', 'Change', 'updateFeeConfig'],
  ['/fees', 'Switch off', 'disableFeeConfig'],
  ['/orchestrator', 'New key', 'rotateOrchestratorKey'],
  ['/orchestrator', 'Revoke', 'revokeOrchestratorKey'],
  ['/orchestrator', 'Save the branding', 'updateBranding'],
  ['/orchestrator', 'Make an invitation', 'createLinkIntent'],
  ['/orchestrator', 'Link it', 'linkClientId'],
  ['/orchestrator', 'End the link', 'unlinkClientId'],
  ['/api-requests', 'Filter', 'listApiRequests'],
  ['/audit', 'Save as CSV', 'exportAudit'],
  ['/team', 'Make the link', 'createInvitation'],
  ['/team', 'Rename', 'renameAccount'],
];

/** Pages that only some roles find in the navigation. */
export const ROLE_PAGES: readonly (readonly [name: string, operation: string])[] = [
  ['Audit log', 'listAudit'],
  ['API requests', 'listApiRequests'],
];
