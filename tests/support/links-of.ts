import { z } from 'zod';
import { currencyById } from '#catalog/currencies.ts';
import { type Said, sendToHost } from './send-to-host.ts';
import type { ReachedWorld } from './world.ts';

/** How the tests of a world make links over real HTTP. */
interface LinkMaker {
  /** `POST /v2/secure-payments` as it is answered, by default with the world's API key. */
  create(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Said>;
  /** A link that pays the sandbox's payee in a currency; returns its token. */
  link(
    currencyId: string,
    amount: string,
    more?: Readonly<Record<string, unknown>>,
  ): Promise<string>;
}

/** Makes links in a world. */
export function linksOf(world: ReachedWorld): LinkMaker {
  const create: LinkMaker['create'] = (body, headers = { 'x-api-key': world.sandbox.apiKey }) =>
    sendToHost(`${world.apiUrl}/v2/secure-payments`, { headers, body });
  return {
    create,
    link: async (currencyId, amount, more = {}) => {
      const currency = currencyById(currencyId);
      const destinationId = `${world.sandbox.payee.address}@eip155:${currency?.chainId}:${currency?.address}`;
      const { body } = await create({ requests: [{ destinationId, amount }], ...more });
      return z.object({ token: z.string() }).parse(body).token;
    },
  };
}
