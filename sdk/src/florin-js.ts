import { originOfPayHost } from './pay-host.ts';

/** What became of a payment, as far as its frame knows. */
export type FlorinStatus =
  /** It can be paid, by somebody at least. */
  | 'payable'
  /** Owners of a Safe sign it. */
  | 'proposed'
  /** A transaction was seen and does not count yet. */
  | 'submitted'
  /** It is complete; another status may follow where the network takes a block back. */
  | 'confirmed'
  | 'expired'
  /** It was withdrawn, or contradicts itself. */
  | 'unavailable'
  | 'unknown'
  /** The API has not answered yet. */
  | 'unread';

/** What happens to a payment that is shown. */
export type FlorinEventName =
  /** The payer opened the pay page from here. */
  | 'opened'
  /** A page of the payer reported a wallet. */
  | 'wallet_connected'
  /** A transaction was seen that does not count yet. */
  | 'submitted'
  /** The API says that the payment is complete. */
  | 'confirmed'
  /** It is not shown any more. */
  | 'closed';

/** What a page receives of a payment that it shows. None of it proves a payment: deliver by the webhook. */
export interface FlorinEvent {
  readonly event: FlorinEventName;
  /** The status since; `unread` before the frame has named one. */
  readonly status: FlorinStatus;
}

/** The texts around the frame. */
export interface FlorinLabels {
  /** What the frame is called, for screen readers. */
  readonly title: string;
  readonly close: string;
  /** The way around a frame that does not appear. */
  readonly open: string;
}

/** How a payment is shown. */
export interface FlorinOptions {
  readonly onEvent?: (event: FlorinEvent) => void;
  /** Other texts than those of the language: that of `lang`, else of the page, else of the browser. */
  readonly labels?: Partial<FlorinLabels>;
  /** The language of the frame, and of the pay page behind it, such as `de`. The browser’s where left out. */
  readonly lang?: string;
}

/** A payment in sight, until it is closed. */
export interface ShownPayment {
  readonly status: FlorinStatus;
  /** Takes it away; once is enough. */
  close(): void;
}

/** What florin.js offers to the page that has loaded it. */
export interface Florin {
  /** The host that the script came from, the only one whose links it shows. */
  readonly origin: string;
  /** Shows a payment above the page, until somebody closes it. */
  open(link: string, options?: FlorinOptions): ShownPayment;
  /** Shows a payment within an element of the page. */
  mount(element: Element, link: string, options?: FlorinOptions): ShownPayment;
}

declare global {
  /** What florin.js sets; undefined until it has run. */
  var Florin: Florin | undefined;
}

const loading = new Map<string, Promise<Florin>>();

/**
 * Adds the script of a pay host to the page, once, and resolves to what it offers. After a failure the next call tries again.
 * On a server it rejects, and a module there may call it without ending the process.
 *
 * Write the host into your code: its script runs in your page, so take it from no link and no query.
 */
export function loadFlorin(payUrl: string): Promise<Florin> {
  const florin = findOrLoad(payUrl);
  // Nobody may wait for it there, and a rejection without a handler ends a process.
  if (typeof document === 'undefined') florin.catch(() => undefined);
  return florin;
}

async function findOrLoad(payUrl: string): Promise<Florin> {
  const origin = originOfPayHost(payUrl);
  if (typeof document === 'undefined') {
    throw new Error('florin.js runs in browsers: call loadFlorin in an effect or a handler.');
  }
  const present = globalThis.Florin;
  if (present?.origin === origin) return present;
  let florin = loading.get(origin);
  if (florin === undefined) {
    florin = addScript(origin).finally(() => loading.delete(origin));
    loading.set(origin, florin);
  }
  return await florin;
}

function addScript(origin: string): Promise<Florin> {
  const script = document.createElement('script');
  return new Promise((resolve, reject) => {
    const fail = (problem: string) => {
      script.remove();
      reject(new Error(`${origin}/florin.js ${problem}`));
    };
    script.addEventListener('error', () => fail('could not be loaded'));
    // It comes right after the script has run, before another host's script could.
    script.addEventListener('load', () => {
      const florin = globalThis.Florin;
      if (florin?.origin === origin) resolve(florin);
      else fail('is another script');
    });
    script.src = `${origin}/florin.js`;
    document.head.append(script);
  });
}
