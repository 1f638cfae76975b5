import type { Person as PersonData } from 'contract/friends.ts';
import type { ReactNode } from 'react';
import { SignedImage } from '#parts/signed-image.tsx';
import styles from './person.module.css';

interface PersonProps {
  /** Without an image path (not even `null`) the name stands alone: where the image is not known. */
  person: Pick<PersonData, 'username'> & { user_image?: string | null };
  /** A second line, below the name. */
  children?: ReactNode;
}

const imageSizePx = 40;

/** A user's image and name in one row. */
export function Person({ person: { username, user_image: path }, children }: PersonProps) {
  return (
    <div className={styles.person}>
      {path !== undefined && <SignedImage path={path} alt="" size={imageSizePx} />}
      <div className={styles.words}>
        <p className={styles.name}>{username}</p>
        {children && <p className={styles.detail}>{children}</p>}
      </div>
    </div>
  );
}
