import { type FlorinEvent, FlorinPayment } from 'florin-sdk/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface OrderProps {
  /** The address of the pay host, which is written into the shop. */
  readonly payUrl: string;
  /** The link that the shop's server created for this order. */
  readonly link: string;
}

/** An order that is paid within its page or above it. Whether it is paid, the shop's server says by its webhook. */
function Order({ payUrl, link }: OrderProps) {
  const [display, setDisplay] = useState<'inline' | 'modal'>();
  const [events, setEvents] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState('');
  const onEvent = ({ event }: FlorinEvent) => {
    setEvents([...events, event]);
    if (event === 'closed') setDisplay(undefined);
  };
  return (
    <>
      <h1>Order 77</h1>
      <button type="button" onClick={() => setDisplay('inline')}>
        Pay on this page
      </button>
      <button type="button" onClick={() => setDisplay('modal')}>
        Pay in a window
      </button>
      <button type="button" onClick={() => setDisplay(undefined)}>
        Not now
      </button>
      {display && (
        <FlorinPayment
          payUrl={payUrl}
          link={link}
          display={display}
          onEvent={onEvent}
          onError={(error) => setProblem(String(error))}
        />
      )}
      <p role="alert">{problem}</p>
      <output>{events.join(', ')}</output>
    </>
  );
}

/** Shows orders in an element, the next one in place of the one before. */
export function openOrders(element: Element): (order: OrderProps) => void {
  const root = createRoot(element);
  return (order) =>
    root.render(
      <StrictMode>
        <Order {...order} />
      </StrictMode>,
    );
}
