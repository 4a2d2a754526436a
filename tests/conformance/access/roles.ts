import type { Role } from '#kit/role.ts';

/**
 * What a member must at least be for each endpoint that takes sessions, written by hand: the declarations of
 * the endpoints must agree, so that a wrong one is noticed.
 */
const BY_ROLE: Readonly<Record<Role, readonly string[]>> = {
  // Reads, and what concerns the caller alone.
  viewer: [
    'exportPayments',
    'exportRequests',
    'findSecurePayment',
    'listApiKeys',
    'listClientIdsV1',
    'listEvents',
    'listHeldPayments',
    'listPayments',
    'listRequests',
    'listSessions',
    'listTransactions',
    'listWebhookDeliveriesV1',
    'listWebhooks',
    'logOut',
    'lookUpPayeeDestination',
    'lookUpPayoutDestination',
    'previewFees',
    'revokeSession',
    'viewClientIdV1',
    'viewDestinationById',
    'viewDestinationOfWallet',
    'viewLinkIntent',
    'viewMulticallPayout',
    'viewOrchestrator',
    'viewPayeeDestination',
    'viewRequest',
    'viewSession',
    'viewWebhookDeliveryV1',
  ],
  // Pays out, refunds and asks for payments.
  finance: [
    'createBatchPayoutLink',
    'createMulticallPayout',
    'createPayoutLink',
    'createSecurePayment',
    'releasePayment',
  ],
  // Keys, client IDs and webhooks.
  developer: [
    'createApiKey',
    'createClientIdV1',
    'createWebhook',
    'removeWebhook',
    'replayWebhookDeliveryV1',
    'replayWebhookV1',
    'revokeApiKey',
    'revokeClientIdV1',
    'revokeOrchestratorKey',
    'rotateApiKey',
    'rotateOrchestratorKey',
    'rotateWebhookSecretV1',
    'testWebhook',
    'toggleWebhook',
    'updateClientIdV1',
  ],
  // Where money goes, who acts for the account, who did what.
  owner: [
    'acceptLinkIntent',
    'cancelWalletChange',
    'createDestinationSigningData',
    'createOrchestrator',
    'deactivatePayeeDestination',
    'deactivateSignedDestination',
    'listAudit',
    'registerPayeeDestination',
    'registerSignedDestination',
    'unlinkOrchestrator',
    'updateLinkKyt',
    'updatePayeeDestination',
  ],
};

/** Who may call, by the name of the endpoint; spelled out, and not by the rule that the product uses. */
export const ROLES_ALLOWED: ReadonlyMap<string, readonly Role[]> = new Map<string, readonly Role[]>(
  [
    ...BY_ROLE.viewer.map((name) => [name, ['owner', 'developer', 'finance', 'viewer']] as const),
    ...BY_ROLE.finance.map((name) => [name, ['owner', 'finance']] as const),
    ...BY_ROLE.developer.map((name) => [name, ['owner', 'developer']] as const),
    ...BY_ROLE.owner.map((name) => [name, ['owner']] as const),
  ],
);
