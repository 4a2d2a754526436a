'use client';

import { createElement, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type FlorinEvent,
  type FlorinOptions,
  loadFlorin,
  type ShownPayment,
} from './florin-js.ts';
import { isLinkOfPayHost } from './pay-host.ts';

export type { FlorinEvent, FlorinEventName, FlorinLabels, FlorinStatus } from './florin-js.ts';

/** What a payment in a page of React is shown by. */
export interface FlorinPaymentProps extends FlorinOptions {
  /** The address of the pay host. Write it into your code: its script runs in your page. */
  readonly payUrl: string;
  /** The payment link, as your server created it for this order. */
  readonly link: string;
  /** `inline`, which is the default, within the page; `modal` above it for as long as this is rendered. */
  readonly display?: 'inline' | 'modal';
  /** Where the script does not load, or the link is none of this host. Without it the browser reports it as an error of the page. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Shows a payment by florin.js. `onEvent` gets `closed` only when the payer closes it: stop rendering a modal then. Functions
 * may be new at each render; anything else that changes shows the payment anew. Where the script does not load, it is a link to the pay page.
 */
export function FlorinPayment(props: FlorinPaymentProps): ReactNode {
  const { payUrl, link, display = 'inline', labels = {}, lang } = props;
  const { title, close, open } = labels;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [failedLink, setFailedLink] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    let payment: ShownPayment | undefined;
    const onEvent = (event: FlorinEvent) => {
      if (isWanted) latest.current.onEvent?.(event);
    };
    const options = {
      onEvent,
      labels: withoutUndefined({ title, close, open }),
      ...(lang !== undefined && { lang }),
    };
    const show = async () => {
      const florin = await loadFlorin(payUrl);
      if (!isWanted) return;
      const element = place.current;
      if (display === 'modal') payment = florin.open(link, options);
      else if (element !== null) payment = florin.mount(element, link, options);
      setFailedLink(undefined);
    };
    show().catch((error: unknown) => {
      if (!isWanted) return;
      setFailedLink(link);
      (latest.current.onError ?? reportError)(error);
    });
    return () => {
      isWanted = false;
      payment?.close();
    };
  }, [payUrl, link, display, lang, title, close, open]);
  const isLinked = failedLink === link && isLinkOfPayHost(payUrl, link);
  const way = { href: link, target: '_blank', rel: 'noopener noreferrer' };
  return createElement(
    'div',
    { ref: place },
    isLinked ? createElement('a', way, open ?? 'Open the payment page') : undefined,
  );
}

/** florin.js takes its own text for one that is left out, and `undefined` for a text. */
function withoutUndefined(texts: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
}
