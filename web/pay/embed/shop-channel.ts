import { member } from '../../engine/members.ts';
import type { FrameStatus, ShopEvent } from './frame-state.ts';

/** What the frame says to the shop’s page. */
type ShopMessage =
  /** What the payment's status is since; it comes before the event that it belongs to. Neither proves anything. */
  | { readonly type: 'florin:status'; readonly status: FrameStatus }
  | { readonly type: 'florin:event'; readonly event: ShopEvent }
  /** How high the frame has to be to show everything. */
  | { readonly type: 'florin:size'; readonly height: number }
  /** The payer pressed Escape within the frame, of which the shop’s page is not notified. */
  | { readonly type: 'florin:close' };

/** The way to the shop’s page. */
export interface ShopChannel {
  /** Says nothing before the shop has said hello. */
  send(message: ShopMessage): void;
}

interface ChannelParts {
  readonly origins: readonly string[];
  /** The shop said hello, and may do so again. */
  readonly onHello: () => void;
}

/**
 * Opens the way to the page around this one, once that has said hello from an origin that may frame it. Messages go to
 * exactly that origin, so that no other page that comes to be in its place reads them.
 */
export function openShopChannel({ origins, onHello }: ChannelParts): ShopChannel {
  const { parent } = window;
  let shop: string | undefined;
  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (parent === window || source !== parent || !origins.includes(origin)) return;
    if (member(data, 'type') !== 'florin:hello') return;
    shop = origin;
    onHello();
  });
  return {
    send(message) {
      if (shop !== undefined) parent.postMessage(message, shop);
    },
  };
}
