import type { Machine } from '#kit/machine.ts';

const CLIENT_ID_STATUSES = ['active', 'inactive', 'revoked'] as const;

/** The states of a client ID. Only an active one may act. */
export type ClientIdStatus = (typeof CLIENT_ID_STATUSES)[number];

/** What its owner can do with it. */
export type ClientIdEvent = 'activated' | 'deactivated' | 'revoked';

/** Every legal move of a client ID. A revoked one stays revoked. */
export const clientIdMachine: Machine<ClientIdStatus, ClientIdEvent> = {
  active: { deactivated: 'inactive', revoked: 'revoked' },
  inactive: { activated: 'active', revoked: 'revoked' },
  revoked: {},
};

/** What has to happen for a client ID to get a status. */
export const EVENT_TO_REACH: Readonly<Record<ClientIdStatus, ClientIdEvent>> = {
  active: 'activated',
  inactive: 'deactivated',
  revoked: 'revoked',
};

/** Whether a text from the database is a status of a client ID. */
export function isClientIdStatus(text: string): text is ClientIdStatus {
  return CLIENT_ID_STATUSES.some((status) => status === text);
}
