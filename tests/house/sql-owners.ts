/** Which module owns each table and publishes each view; nobody else may write its name in SQL. */
export const OWNERS: Readonly<
  Record<string, { tables: readonly string[]; views?: readonly string[] }>
> = {
  events: {
    tables: ['stored_event', 'event_person', 'feed_epoch', 'outbox'],
    views: ['event', 'recorded_event', 'event_of_request', 'event_of_transaction'],
  },
  'api-requests': { tables: ['api_request'] },
  audit: { tables: ['audit_entry', 'audit_entry_metadata'] },
  identity: {
    tables: [
      'account',
      'account_block',
      'account_member',
      'administrator',
      'authenticator_app',
      'email_login',
      'passkey',
      'passkey_challenge',
      'pending_sign_in',
      'person',
      'recovery_code',
      'session',
      'session_metadata',
      'wallet_challenge',
      'wallet_login',
    ],
    views: ['blocked_account'],
  },
  destinations: {
    tables: ['payee_destination', 'payee_destination_nonce'],
    views: ['destination_summary'],
  },
  clients: { tables: ['api_key', 'client_id'], views: ['client_id_summary', 'expiring_api_key'] },
  orchestrators: {
    tables: [
      'branding',
      'client_id_link',
      'link_intent',
      'orchestrator',
      'orchestrator_contact',
      'orchestrator_key',
    ],
  },
  members: { tables: ['member_invitation'] },
  'merchant-profiles': { tables: ['merchant_profile'] },
  compliance: { tables: ['access_rejection', 'refused_wallet'] },
  'screening-overrides': { tables: ['screening_override'] },
  screening: {
    tables: [
      'link_screening',
      'screening_alert',
      'screening_answer',
      'vendor_answer',
      'wallet_screening',
    ],
  },
  commerce: {
    tables: [
      'commerce_payment',
      'commerce_event',
      'commerce_operation',
      'commerce_cursor',
      'commerce_foreign_authorization',
    ],
  },
  fees: { tables: ['fee_config'] },
  'off-ramps': {
    tables: ['bank_payout', 'off_ramp_callback', 'off_ramp_order'],
    views: ['bank_payout_summary', 'returned_bank_payout'],
  },
  ledger: {
    tables: ['chain_transfer', 'payment', 'payment_undo'],
    views: ['active_payment', 'active_transfer', 'payment_history', 'transfer_history'],
  },
  requests: {
    tables: [
      'fee_component',
      'list_position',
      'payment_day',
      'payment_source',
      'recurring_request',
      'request',
      'request_note',
      'request_person',
      'request_recurrence',
      'signed_payment',
      'source_fee',
    ],
    views: ['payment_progress', 'request_summary'],
  },
  'secure-payments': {
    tables: [
      'secure_payment',
      'secure_payment_payer',
      'secure_payment_person',
      'secure_payment_request',
    ],
    views: [
      'allowed_payer',
      'payer_plan',
      'payer_restriction',
      'secure_payment_item',
      'secure_payment_summary',
    ],
  },
  payers: { tables: ['payer', 'payer_callback', 'payer_secret'] },
  'recurring-payouts': {
    tables: ['recurring_payout', 'recurring_instalment'],
    views: ['recurring_payout_problem'],
  },
  'payment-details': { tables: ['payment_detail'] },
  journeys: { tables: ['journey', 'journey_event'] },
  relayer: { tables: ['relayed_transaction', 'relay_sender'] },
  crosschain: { tables: ['kept_quote'] },
  'user-operations': { tables: ['user_operation'] },
  forwarding: { tables: ['forwarded_payment', 'forwarded_transaction'] },
  'multicall-payouts': {
    tables: ['multicall_payout', 'multicall_payout_item'],
    views: ['multicall_payout_child', 'multicall_payout_summary'],
  },
  'payout-imports': {
    tables: ['payout_import', 'payout_import_person', 'payout_import_row'],
    views: ['payout_import_problem'],
  },
  'saved-payouts': { tables: ['saved_payout'] },
  intents: { tables: ['multicall_intent', 'payment_intent', 'payment_intent_observation'] },
  settlement: {
    tables: [
      'chain_block',
      'chain_cursor',
      'reconciliation',
      'reconciliation_difference',
      'single_node_credit',
      'single_node_total',
      'deposit_lookup',
      'payer_check',
      'suspicious_overflow',
      'suspicious_transfer',
    ],
    views: ['held_payment'],
  },
  webhooks: {
    tables: [
      'webhook_attempt',
      'webhook_delivery',
      'webhook_delivery_body',
      'webhook_endpoint',
      'webhook_event_body',
    ],
    views: ['webhook_body', 'webhook_problem'],
  },
};

/** Tables of the platform, which knows no module. */
export const OF_PLATFORM: readonly string[] = [
  'idempotent_answer',
  'installation',
  'rate_limit',
  'rate_limit_block',
  'rate_limit_window',
  'sandbox_clock',
];
