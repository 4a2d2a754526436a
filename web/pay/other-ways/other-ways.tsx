import type { ComponentChildren } from 'preact';
import { Copy } from '../../ui/parts.tsx';
import { otherWaysMessages as messages } from '../messages/en/other-ways.ts';
import type { Screen } from '../parts.tsx';
import { readDevice } from './device.ts';
import { QrCode } from './qr-code.tsx';
import { WALLET_APPS, WALLET_GUIDE } from './wallet-apps.ts';

/** Ways to pay for whoever has no wallet in this browser, or has it on another device. */
export const OtherWays: Screen<'connect'> = ({ state, frame }) => {
  const page = location.href;
  const { isPhone, chatApp } = readDevice(navigator.userAgent);
  const app = state.link?.network.walletApp;
  return (
    <>
      {chatApp !== undefined && <p class="notice">{messages.chatApp(chatApp)}</p>}
      <ol class="ways">
        {isPhone ? (
          <Way title={messages.open.title}>
            {(app ? [app] : WALLET_APPS).map(({ name, linkTo }) => (
              <a key={name} class="secondary" href={linkTo(page)}>
                {app ? name : messages.open.with(name)}
              </a>
            ))}
          </Way>
        ) : (
          <Way title={messages.scan.title} text={messages.scan.text}>
            <QrCode text={page} label={messages.scan.code} />
          </Way>
        )}
        <Way title={messages.copy.title} text={messages.copy.text}>
          <Copy text={page} label={messages.copy.label} frame={frame} />
        </Way>
        <Way title={messages.install.title} text={messages.install.text}>
          <a class="explorer" href={WALLET_GUIDE} target="_blank" rel="noopener noreferrer">
            {messages.install.guide}
          </a>
        </Way>
      </ol>
      <details class="other-ways">
        <summary>{messages.exchange.title}</summary>
        <p>{messages.exchange.text}</p>
      </details>
    </>
  );
};

function Way(props: {
  readonly title: string;
  readonly text?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <li>
      <h3>{props.title}</h3>
      {props.text && <p>{props.text}</p>}
      {props.children}
    </li>
  );
}
