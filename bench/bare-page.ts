import { pino } from 'pino';
import { compressDocuments } from '../src/hosts/pages/compress-documents.ts';
import { openPageHost } from '../src/hosts/pages/open-page-host.ts';
import { pageHeaders } from '../src/hosts/pages/page-headers.ts';

/** A document that nothing could be taken from; disposing ends its host. */
interface BarePage extends AsyncDisposable {
  readonly url: string;
}

/** The name of its one button. */
export const BARE_BUTTON = 'Pay';

const DOCUMENT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Pay</title><link rel="icon" href="data:,"></head>
<body><button type="button">${BARE_BUTTON}</button></body></html>`;

/**
 * A document with one button, without script and style, from a host made as the pay host is, with its headers. What it takes in a browser is
 * the line, the server and the browser alone: no page with a payment in it can be sooner.
 */
export async function openBarePage(): Promise<BarePage> {
  let url = '';
  const app = openPageHost({
    name: 'bare document',
    url: () => url,
    trustedProxies: [],
    log: pino({ level: 'silent' }),
  });
  app.get(
    '/',
    async (_request, reply) =>
      await reply.headers(pageHeaders({ asked: url, pageUrl: url })).send(DOCUMENT),
  );
  compressDocuments(app);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: `${url}/`, [Symbol.asyncDispose]: () => app.close() };
}
