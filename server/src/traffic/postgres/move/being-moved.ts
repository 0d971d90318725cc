// Returns `held` if the work fails because the traffic is being moved. Rows are not changed until the move is complete.
export async function unlessBeingMoved<Result>(work: () => Promise<Result>, held: Result): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code === beingMoved) return held;
    throw error;
  }
}

// Raised by the functions and triggers in migrations/postgres-traffic.
const beingMoved = 'WP001';
