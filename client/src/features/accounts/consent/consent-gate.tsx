import { layoutTexts } from 'contract/texts.ts';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { ConsentPolicy } from './consent-policy.tsx';
import { acceptConsent, consentCategories, useConsent } from './consent.ts';

const necessary = consentCategories.filter((category) => category.necessary).map(({ label }) => label);

type Refusal = 'incomplete' | 'rejected';

/** `wasAsked` is true if the children replace the consent dialog. */
export function ConsentGate({
  isInvited = false,
  children,
}: {
  isInvited?: boolean;
  children: (gate: { wasAsked: boolean }) => ReactNode;
}) {
  const hasConsented = useConsent();
  const [wasAsked] = useState(!hasConsented);
  if (hasConsented) return children({ wasAsked });
  return (
    <>
      <p>To register, first choose what we may store about you.</p>
      <ConsentDialog isInvited={isInvited} />
    </>
  );
}

/** The dialog closes only when the user accepts. */
function ConsentDialog({ isInvited }: { isInvited: boolean }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(necessary));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const categories = useRef<HTMLFieldSetElement>(null);
  const isComplete = ticked.size === consentCategories.length;

  function tick(label: string, isTicked: boolean) {
    const others = [...ticked].filter((other) => other !== label);
    setTicked(new Set(isTicked ? [...others, label] : others));
    setRefusal(null);
  }

  function tickAll() {
    setTicked(new Set(consentCategories.map(({ label }) => label)));
    setRefusal(null);
  }

  function accept() {
    if (isComplete) return acceptConsent();
    // Rendered first, because the message moves the checkbox that takes the focus.
    flushSync(() => setRefusal('incomplete'));
    categories.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus();
  }

  const actions = (
    <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-3 [&>[role='alert']]:basis-full">
      <LiveRegion role="alert">{refusal && <Refused key={refusal} refusal={refusal} />}</LiveRegion>
      <p className="text-sm text-muted tabular-nums" id="consent-count">
        {ticked.size} of {consentCategories.length} ticked
      </p>
      <div className="flex flex-[1_1_14rem] flex-wrap justify-end gap-3 max-sm:*:flex-[1_0_auto]">
        <Button onClick={() => setRefusal('rejected')}>Reject All</Button>
        <Button onClick={tickAll}>Select all</Button>
        <Button
          variant={isComplete ? 'primary' : 'secondary'}
          aria-describedby="consent-count"
          onClick={accept}
        >
          Accept All
        </Button>
      </div>
    </div>
  );

  return (
    <>
      <Dialog title="COOKIE CONSENT" actions={actions}>
        <div className="flex flex-col gap-4">
          {isInvited && <p>You have an invitation. You can register with it after this choice.</p>}
          <p>
            An account needs cookies, local storage and some records. The nine categories below list them all:
            there is no advertising, no analytics and nothing from other companies. An account needs all nine;
            the rest of the site works without them.
          </p>
          <Button variant="ghost" className="self-start" onClick={() => setPolicyOpen(true)}>
            Read the privacy policy
          </Button>
          <fieldset
            ref={categories}
            className="grid grid-fill-[16rem] gap-x-5 gap-y-3 [&>:last-child]:col-span-full"
          >
            <legend className="label pb-3">CATEGORIES</legend>
            {consentCategories.map(({ label, use, necessary: isLocked }) => (
              <Checkbox
                key={label}
                label={label}
                hint={use}
                checked={ticked.has(label)}
                disabled={isLocked}
                onChange={(event) => tick(label, event.target.checked)}
              />
            ))}
          </fieldset>
          <p className="text-sm text-muted">
            Do you not want an account? <Link to={paths.core}>{layoutTexts.returnToCore}</Link>
          </p>
        </div>
      </Dialog>
      {isPolicyOpen && <ConsentPolicy onClose={() => setPolicyOpen(false)} />}
    </>
  );
}

function Refused({ refusal }: { refusal: Refusal }) {
  const reason = useRef<HTMLDivElement>(null);
  // On small screens the message may be outside the viewport.
  useLayoutEffect(() => {
    reason.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={reason}>
      {refusal === 'rejected' ? (
        <Alert tone="warn" title="CONSENT IS REQUIRED">
          <p>We cannot create an account without it. You can still use everything that needs no account.</p>
        </Alert>
      ) : (
        <Alert tone="warn" title="TICK EVERY BOX TO ACCEPT" />
      )}
    </div>
  );
}
