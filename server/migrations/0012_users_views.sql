CREATE TABLE "list_view" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "list_view_name" UNIQUE("account_id","name")
);
--> statement-breakpoint
ALTER TABLE "list_view" ADD CONSTRAINT "list_view_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;