ALTER TABLE "operator" ADD COLUMN "vouched_as" text;--> statement-breakpoint
ALTER TABLE "operator" ADD CONSTRAINT "operator_vouched_as_unique" UNIQUE("vouched_as");