import { layoutTexts } from 'contract/texts.ts';
import { Link } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import { returnTo } from '#parts/return-to.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { LoanFigure } from './loan-figure.tsx';
import { Modules } from './modules.tsx';
import styles from './landing-screen.module.css';

export function LandingScreen() {
  return (
    <div className={styles.page}>
      <div className={styles.hero}>
        <div className={styles.pitch}>
          <PageHeading className={styles.headline}>
            <span className={styles.glitch}>Decrypt finance and economics with</span>{' '}
            <span className={styles.last}>
              intelligence
              <span className={styles.cursor} aria-hidden="true" />
            </span>
          </PageHeading>
          <p className={styles.lede}>
            What a loan costs, what a rate means, where each dollar goes: computed to the cent, with the
            method in the open.
          </p>
          <div className={styles.actions}>
            <Button
              variant="primary"
              className={styles.action}
              to={paths.login}
              state={returnTo(paths.dashboard)}
            >
              {layoutTexts.initialize}
            </Button>
            <Button className={styles.action} to={paths.loanCalculator}>
              CALCULATE A LOAN
            </Button>
          </div>
        </div>
        <LoanFigure />
      </div>

      <section className={styles.directive} aria-labelledby="directive">
        <h2 className={styles.label} id="directive">
          OPERATIONAL DIRECTIVE
        </h2>
        <p className={styles.statement}>
          Democratize intelligence with actionable data. Put the figures that move money in front of the
          people whose money it is.
        </p>
      </section>

      <Modules />

      <section className={styles.directive} aria-labelledby="philosophy">
        <h2 className={styles.label} id="philosophy">
          PHILOSOPHY
        </h2>
        <blockquote className={styles.statement}>
          <p>A number you cannot check is a rumour.</p>
        </blockquote>
        <p className={styles.aside}>
          So every result here comes with its rule: what is rounded, when, and in whose favour; what is a law
          and what is only a model. <Link to={paths.about}>Read how the figures are computed</Link>.
        </p>
      </section>

      <Alert tone="warn" title="DISCLAIMER">
        <p>
          Declassified gives information only. It is not a financial advisor, knows nothing of your
          circumstances, and offers no credit. Before you sign for a loan, ask your lender for its own
          figures, and someone licensed for advice.
        </p>
      </Alert>
    </div>
  );
}
