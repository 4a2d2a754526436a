import { Address, Copy, Foreign, Row } from '../ui/parts.tsx';
import type { Brand } from './brand.ts';
import { headlineOf, type Link } from './link.ts';
import { type Frame, money, sumText } from './parts.tsx';
import type { Visit } from './places.ts';
import { Connect } from './screens/connect.tsx';

/** Whether the first script alone can draw a visit as the server did. */
export function isFirst(visit: Visit): boolean {
  return isPlain(visit) && visit.at === 'connect';
}

/** Whether the link is one amount to one payee, and nothing more is to know of it. */
export function isPlain(visit: Visit): boolean {
  const link = linkOf(visit);
  if (link === undefined) return visit.at !== 'unsupported';
  const [{ conversion, paidUnits }] = link.payments;
  return link.kind === 'single' && conversion === undefined && paidUnits === 0n;
}

interface PageProps {
  readonly visit: Visit;
  readonly frame: Frame;
}

/** The whole page: the payment on top, where the payer is below it. */
export function Page({ visit, frame }: PageProps) {
  const { brand, words } = frame;
  const link = linkOf(visit);
  const said = frame.local ? frame.later?.announce(visit) : undefined;
  return (
    <div class="page">
      {frame.config.mode === 'sandbox' && <p class="test-banner">{words.testMode}</p>}
      <main class={`card at-${visit.at}`}>
        {brand?.logo && <img class="logo" src={brand.logo} alt={words.logo} />}
        {link === undefined ? (
          <h1 class="eyebrow">{words.title}</h1>
        ) : (
          <Payment link={link} frame={frame} />
        )}
        <section aria-labelledby="place">
          {visit.at === 'connect' ? (
            <Connect visit={visit} frame={frame} />
          ) : (
            frame.later?.screen(visit, frame)
          )}
        </section>
        <p class="unseen" role="status">
          {said?.text}
        </p>
        <p class="unseen" role="alert">
          {said?.alarm}
        </p>
      </main>
      <footer>
        <p>{words.pageChecks}</p>
        {brand && <Imprint brand={brand} words={words} />}
      </footer>
    </div>
  );
}

function Imprint({ brand, words }: { readonly brand: Brand; readonly words: Frame['words'] }) {
  const { terms, privacy, namesSoftware } = brand;
  return (
    <p class="imprint">
      {terms && <Legal path={terms}>{words.terms}</Legal>}
      {privacy && <Legal path={privacy}>{words.privacy}</Legal>}
      {namesSoftware && <span>{words.poweredBy}</span>}
    </p>
  );
}

/** Beside the page, because a payment may be under way on it. */
function Legal({ path, children }: { readonly path: string; readonly children: string }) {
  return (
    <a href={path} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

function Payment({ link, frame }: { readonly link: Link; readonly frame: Frame }) {
  const { words } = frame;
  const amounts = headlineOf(link);
  const [{ payee }] = link.payments;
  return (
    <header>
      <h1 class="eyebrow">{words.title}</h1>
      {amounts.map((amount) => (
        <Amount key={amount.asset.address} text={money(amount)} several={amounts.length > 1} />
      ))}
      <p class="network" aria-hidden="true">
        {words.onNetwork(link.network.name)}
      </p>
      <p class="unseen">
        {words.amount} {sumText(amounts)} {words.onNetwork(link.network.name)}
      </p>
      <dl class="bill">
        {link.kind === 'single' && (
          <Row name={words.payTo}>
            {payee === undefined ? (
              words.payeeHidden
            ) : (
              <>
                <Address address={payee} />{' '}
                <Copy text={payee} label={words.copyPayee} frame={frame} />
              </>
            )}
          </Row>
        )}
        {frame.more?.({ link, frame })}
        {link.reference !== undefined && (
          <Row name={words.reference}>
            <Foreign text={link.reference} />
          </Row>
        )}
      </dl>
    </header>
  );
}

function Amount({ text, several }: { readonly text: string; readonly several: boolean }) {
  const [number = '', symbol = ''] = text.split(' ');
  const size = several ? 'several' : number.length > LONG_AMOUNT ? 'long' : '';
  return (
    <p class="amount" aria-hidden="true">
      <span class={`number ${size}`}>{number}</span> <span class="symbol">{symbol}</span>
    </p>
  );
}

/** Above this the number is set smaller, so that it still fits a narrow phone. */
const LONG_AMOUNT = 10;

function linkOf(visit: Visit): Link | undefined {
  if (visit.at === 'unreachable' || visit.at === 'limited') return visit.kept?.link;
  return 'link' in visit ? visit.link : undefined;
}
