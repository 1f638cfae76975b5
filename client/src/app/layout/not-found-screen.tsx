import { layoutTexts } from 'contract/texts.ts';
import { paths } from '#parts/paths.ts';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import styles from './not-found-screen.module.css';

export default function NotFoundScreen() {
  return (
    <div className={styles.screen}>
      <div className={styles.text}>
        <p className={styles.status}>404</p>
        <PageHeading title="Not found">{layoutTexts.accessDenied}</PageHeading>
        <p className={styles.message}>{layoutTexts.targetNotFound}</p>
        <Button variant="primary" to={paths.core}>
          {layoutTexts.returnToCore}
        </Button>
      </div>
      <MissingFile />
    </div>
  );
}

function MissingFile() {
  return (
    <svg className={styles.drawing} viewBox="0 0 360 320" aria-hidden="true">
      <path className={styles.back} d="M76 30h150l44 44v206H76z" />
      <path className={styles.sheet} d="M56 46h150l44 44v206H56z" />
      <path className={styles.sheet} d="M206 46v44h44" />
      <path className={styles.line} d="M80 82h62M80 98h90" />
      <path
        className={styles.bar}
        d="M80 124h94v12H80zM184 124h42v12h-42zM80 148h36v12H80zM80 172h70v12H80zM80 196h46v12H80zM80 220h62v12H80zM80 244h104v12H80z"
      />
      <circle className={styles.gap} cx="226" cy="192" r="66" />
      <circle className={styles.sight} cx="226" cy="192" r="66" />
      <circle className={styles.range} cx="226" cy="192" r="48" />
      <path className={styles.sight} d="M226 112v32M226 240v32M146 192h32M274 192h32" />
      <path className={styles.target} d="M208 176v-8h10M234 168h10v8M244 208v8h-10M218 216h-10v-8" />
      <path className={styles.sight} d="M272 240l46 46" />
    </svg>
  );
}
