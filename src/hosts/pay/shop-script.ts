import type { FastifyInstance } from 'fastify';
import { Outage } from '#kit/failure.ts';
import { loadAssets, sendAsset } from '../pages/assets.ts';
import { type PageBuild, SHOP_SCRIPT } from './build.ts';

/** Ten minutes, in which a shop goes on with the script of before: its name stays the same when it changes. */
const CACHE = 'public, max-age=600';

/** Serves the script that shows payments within pages of shops, which may load it from any origin. */
export async function mountShopScript(
  app: FastifyInstance,
  { shopScript }: Pick<PageBuild, 'shopScript'>,
): Promise<void> {
  const asset = (await loadAssets(shopScript)).get(`/assets/${SHOP_SCRIPT}`);
  if (asset === undefined) throw new Outage('The build of the pages has no script for shops.');
  app.get(`/${SHOP_SCRIPT}`, (request, reply) => {
    reply.headers({
      'cross-origin-resource-policy': 'cross-origin',
      // For pages that load it with `crossorigin`.
      'access-control-allow-origin': '*',
    });
    return sendAsset(reply, { ...asset, cache: CACHE }, request.headers['accept-encoding']);
  });
}
