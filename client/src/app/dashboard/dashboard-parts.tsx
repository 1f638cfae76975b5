import { lazyPart } from '#app/loaded-part.tsx';

const Objectives = lazyPart(async () => ({
  default: (await import('#features/objectives/own-objectives.tsx')).Objectives,
}));
const Archive = lazyPart(async () => ({
  default: (await import('#features/calculations/archive.tsx')).Archive,
}));
const LastTraining = lazyPart(async () => ({
  default: (await import('#features/training/last-result-card.tsx')).LastResultCard,
}));

export const dashboardCards = <LastTraining />;

export const dashboardSections = (
  <>
    <Objectives />
    <Archive />
  </>
);
