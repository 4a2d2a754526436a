import process from 'node:process';
import { type ApiOptions, callAuthHost, findApiAccess } from './call-api.ts';
import type { Environment } from './read-config.ts';

/** The event whose shape a test has, and the endpoints that receive it. */
interface TriggerOptions extends ApiOptions {
  readonly event: string;
  readonly clientId?: string;
}

/** Sends a test delivery to the active webhooks of the account, or to those of a client ID. */
export async function triggerEvent(
  environment: Environment,
  options: TriggerOptions,
): Promise<void> {
  const access = await findApiAccess(environment, options);
  await callAuthHost(access, {
    path: '/v1/webhook/test',
    body: { eventType: options.event },
    clientId: options.clientId,
  });
  process.stdout.write(
    `A test ${options.event} is on its way to every active webhook of that scope.\n`,
  );
}
