import type { DocumentedRefusal } from '#platform/http/endpoint.ts';
import { webhookNotFound } from '../find-own-webhook.ts';
import { proofRequired } from '../scope-of-actor.ts';

/** What a public client ID is answered that manages webhooks alone. */
export const unproven: DocumentedRefusal = {
  status: 403,
  when: 'The client ID has allowed domains, and neither an API key nor a session of its account came with it.',
  examples: [proofRequired()],
};

/** What an endpoint of another scope is answered, as one that never was. */
export const noSuchWebhook: DocumentedRefusal = {
  status: 404,
  when: 'No endpoint of the scope has this id.',
  examples: [webhookNotFound()],
};

/** What a partner is answered for an endpoint that it does not have. */
export const noSuchPartnersWebhook: DocumentedRefusal = {
  status: 404,
  when: 'You have no endpoint of this id.',
  examples: [webhookNotFound()],
};
