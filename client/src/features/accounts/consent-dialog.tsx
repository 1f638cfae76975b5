import { layoutTexts } from 'contract/texts.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { consentCategories } from './consent.ts';
import { ConsentPolicy } from './consent-policy.tsx';
import styles from './consent-dialog.module.css';

const necessary = consentCategories.filter((category) => category.necessary).map(({ id }) => id);

type Refusal = 'incomplete' | 'rejected';

/** Asks for consent, category by category. It closes on acceptance only. */
export function ConsentDialog({ onAccept }: { onAccept: () => void }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(necessary));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const categories = useRef<HTMLFieldSetElement>(null);
  const isComplete = ticked.size === consentCategories.length;

  function tick(id: string, isTicked: boolean) {
    const others = [...ticked].filter((other) => other !== id);
    setTicked(new Set(isTicked ? [...others, id] : others));
    setRefusal(null);
  }

  function accept() {
    if (isComplete) return onAccept();
    // The message takes room from the boxes, so it is rendered before the focus scrolls to one.
    flushSync(() => setRefusal('incomplete'));
    categories.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus();
  }

  const actions = (
    <div className={styles.answer}>
      <LiveRegion role="alert">{refusal && <Refused key={refusal} refusal={refusal} />}</LiveRegion>
      <p className={styles.count} id="consent-count">
        {ticked.size} of {consentCategories.length} ticked
      </p>
      <div className={styles.buttons}>
        <Button onClick={() => setRefusal('rejected')}>Reject All</Button>
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
        <div className={styles.content}>
          <p>
            An account needs cookies, local storage and some records: these nine, and no advertising, no
            analytics, nothing from other companies. It needs all of them; everything else here works without.
          </p>
          <Button className={styles.policy} onClick={() => setPolicyOpen(true)}>
            Read the privacy policy
          </Button>
          <fieldset ref={categories} className={styles.categories}>
            <legend className={styles.legend}>CATEGORIES</legend>
            {consentCategories.map(({ id, label, use, necessary: isLocked }) => (
              <Checkbox
                key={id}
                label={label}
                hint={use}
                checked={ticked.has(id)}
                disabled={isLocked}
                onChange={(event) => tick(id, event.target.checked)}
              />
            ))}
          </fieldset>
          <p className={styles.leave}>
            Rather not? <Link to={paths.core}>{layoutTexts.returnToCore}</Link>
          </p>
        </div>
      </Dialog>
      {isPolicyOpen && <ConsentPolicy onClose={() => setPolicyOpen(false)} />}
    </>
  );
}

function Refused({ refusal }: { refusal: Refusal }) {
  const reason = useRef<HTMLDivElement>(null);
  // On a low screen the buttons scroll with the rest, and what appears above them could be out of sight.
  useLayoutEffect(() => reason.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={reason}>
      {refusal === 'rejected' ? (
        <Alert tone="warn" title="CONSENT IS REQUIRED">
          <p>No account can be made without it. Everything else here stays open to you.</p>
        </Alert>
      ) : (
        <Alert tone="warn" title="TICK EVERY BOX TO ACCEPT" />
      )}
    </div>
  );
}
