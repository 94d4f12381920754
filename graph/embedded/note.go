package embedded

import (
	"context"
	"slices"

	"go.etcd.io/bbolt"
)

// Note gives what SetNote left under a name; ok is false where there is nothing. Notes
// are no part of the graph and have no version.
func (s *Store) Note(ctx context.Context, name string) (value []byte, ok bool, err error) {
	err = s.file.do(ctx, reading, func(tx *bbolt.Tx) error {
		if _, err := readState(tx); err != nil {
			return err
		}
		stored := tx.Bucket(bucketNotes).Get([]byte(name))
		value, ok = slices.Clone(stored), stored != nil
		return nil
	})
	return value, ok, err
}

// SetNote leaves a small value in the file under a name, for Note to find. A name must
// not be empty.
func (s *Store) SetNote(ctx context.Context, name string, value []byte) error {
	return s.file.do(ctx, writing, func(tx *bbolt.Tx) error {
		return guard(func() error {
			if _, err := readState(tx); err != nil {
				return err
			}
			return tx.Bucket(bucketNotes).Put([]byte(name), value)
		})
	})
}
